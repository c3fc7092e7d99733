"""How heavy each event of Labirynt Śmierci is on the screen (``bot.games.weights.Weight``)."""

from __future__ import annotations

from typing import Any

from bot.games.labirynt_smierci.words import is_great_find
from bot.games.weights import ROUTINE, weights_by_name
from rules.kernel.events import Event

HEAVY_WOUNDS = 2


def _of_blow(event: Any) -> int:
    return 3 if event.killed else 4 if event.wounds else ROUTINE


def _of_mishap(event: Any) -> int:
    return 3 if event.wounds >= HEAVY_WOUNDS else 4


def _of_cost(event: Any) -> int:
    return 3 if event.badly else 4


def _of_find(event: Event) -> int:
    return 3 if is_great_find(event) else 5


WEIGHTS = weights_by_name(
    {
        1: """
            CharacterDied GateDestroyed TeamVictory PartyDefeated AdventuresUsedUp PartyWentHome
            LostForEver TurnedToStone NotCalledBack
        """,
        2: """
            DecidedUnasked LifeAtRisk GateFound GateShattered PersonalVictory PartyLeft MonsterCharmed
            TurnedOnParty CameToSenses Raised FleshAgain
        """,
        3: """
            FightWon FoesFelled FoeSlain FoesSlain SleepersSlain GateHolds GateFires AltarGift
            ManuscriptFound ThingFound CharacterImproved SkillGiven MirrorShowsLevel
            TruceBroken TalksFailed BribeSpurned
        """,
        4: """
            BlowsSummed WoundsSummed BestBlow AlliesParted BelongingsLeft SpellCast Resisted
            CharmDrunk FightTired FightStopped MonstersCowed MonstersDaunted DauntFailed DoorLocked
            Healed PartyTeleported GazeMet Whispered FireBreathed Burnt StenchSpread Reeling Regenerated
            MonstersMet TalksAgreed TalksIntimidated BribeTaken
            MonsterWoke PoisonDrunk DizzyFromAlcohol DizzyFromBlood NamelessCalled PitIsBottomless
            AltarWrath DexterityTaken AltarBurnt AltarShot MirrorShowsWay PotionPoisoned PotionHealed
            TalismanShone HeroDealt ApprenticeJoined ExperienceGained Chronicle ChronicleOfDeeds
            ChronicleOfFallen ChronicleOfStone ChronicleOfWinners StrengthSet MemberReturned TraitSet
            OwnerSet ThingGranted ValuableGranted ThingVanished SpellTaught SpellForgotten PartyPlaced
            SunSet AdventureSet MonstersCalled MonstersParted TrapCalled FeatureCalled MonstersRemoved
            MonsterStrengthSet PartyTooSmall
        """,
        5: """
            GoldFound GoldShared ChestFound ThingTaken BookRead TributePaid TreasureCalled PotionDrunk
            PotionAppraised ThingPutOn FountainOfPotion SleptInBed TrapFound TrapDisarmed DisarmFailed
            TrapUnderTheLid MightGiven ArmorGiven ArmorAbsorbed ShieldHeld FellAsleep PoisonNeutralized
            ThiefDisarmed MagesShielded CharmProof AllyPlaced KnifeLost PeacefulGone HiddenRoom
            ThingGiven GoldGiven NothingToPay SpellsReadied MonstersPlaced SunRisen
        """,
        6: """
            AllQuiet BooksUseless ChitsPutBack ClavichordPlayed DeskOpened DiceRolled DoorSafe
            DraftOrder ExitSealed Explored FeatureExamined FightBegan FightOrdersGiven FormationSet
            MirrorEmpty MirrorOnTheWall MonstersLinedUp MonstersStillThere MoveNotMade NoTarget
            NothingFound NothingNewLearnt PartyMoved PartySetOut RankClosed RanksChanged RanksSet
            RoundBegan RoundRan RoundsFought SegmentLaid SegmentPlaced StairsJoinLevels StairsTaken
            ThingTakenOff Travelled UsesCounted ValuableTaken WallOpened WaterDrunk WeaponChanged
            WeaponReadied WeaponsTaken
        """,
        _of_blow: "Blow MonsterBlow SpellStruck",
        _of_cost: "FightCost",
        _of_find: "JewelFound ArtFound",
        _of_mishap: "TrapSprung ExplosionSprung FellIntoPit Strangled",
    }
)
"""The weight of each event class by its name."""
