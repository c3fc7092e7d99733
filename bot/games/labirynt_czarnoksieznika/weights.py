"""How heavy each event of Labirynt Czarnoksiężnika is on the screen (``bot.games.weights.Weight``)."""

from __future__ import annotations

from typing import Any

from bot.games.weights import weights_by_name


def _of_clash(event: Any) -> int:
    return 3 if event.other.key.startswith("foe.") else 2


def _of_tokens(event: Any) -> int:
    return 1 if any(token.key == "loot.crystal" for token in event.tokens) else 5


WEIGHTS = weights_by_name(
    {
        1: """
            Died DiedForEver TeamOut GameWon TaskDone CrystalsTurned
        """,
        2: """
            DecidedUnasked Attacked GloveMade
        """,
        3: """
            RuneDrawn ZombieRaised ZombieFell TrapWounded Awakened
        """,
        4: """
            Wounded CloudBurned CloudDissolved ArmourBroke WoundIgnored WoundShielded Stunned
            SomethingStolen GemStolen WeaponDissolved WeaponRusted SomethingLooted ScrollCast FightLeft
            DieRethrown FateChanged JointDefence Appeared Transferred LifeRegained AbilityFailed
            TokenLaid TurnLost TeamTaken TeamReady LifeSet FightBrokenOff CharacterPlaced StunSet
            StruckDown SentToSleep Recalled TokenGranted TokenVanished PackChanged RuneChanged GemsSet
            StoreChanged SpecialPlaced SpecialRemoved TokenLaidDown TokenLifted EncounterCalled
            ClashCalled NoRuneLeft
        """,
        5: """
            SecondClash GemsWon FindsDrawn TokensStored MonsterMet ChanceMet TrapAvoided CloudGone
            BagEmpty ExtraMovePaid BoardPaid TurnOrder
        """,
        6: """
            AbilityPaid Armed BoardDrawn BoardLaid CloudDrifted CloudPassed CloudStayed DiceRolled
            FindsSeen HandedOver HasteEnded Looted MatesShared MoveNamed Moved MovedAsNamed
            NeutralBoardLaid OrdersChanged RuneGranted RuneSeen RuneVanished SortingNamed TeamSetOut
            TokenPacked TokenStolen TokenStored TokenUnpacked TokenUnstored TransferCrowded TurnBegan
        """,
        _of_clash: "ClashWon ClashLost ClashTied",
        _of_tokens: "TokensTaken TokensLeft",
    }
)
"""The weight of each event class by its name."""
