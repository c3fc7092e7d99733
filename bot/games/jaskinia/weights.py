"""How heavy each event of Jaskinia is on the screen (``bot.games.weights.Weight``)."""

from __future__ import annotations

from bot.games.weights import weights_by_name

WEIGHTS = weights_by_name(
    {
        1: """
            SeekerDied PlayerOut CrystalTaken LastAlive CaveWon CrystalReturned TableWon CrystalCarried
            SeekerDevoured GuestDiedOutside
        """,
        2: """
            DecidedUnasked CrystalFound MapFits GateOpened TrialPassed TrialFailed SeekerAttacked
            RivalBeaten RivalsEven StealingTried ItemStolen SeatOut
        """,
        3: """
            EnemiesBeaten EnemiesWon CardPower TrophiesTraded ValueGained LevelRaised SpoilsTaken
            PurseRobbed StealingFailed ItemSaved TrialTooDear PowerSapped
        """,
        4: """
            SpellAnnounced FightEven VisitEnded GuestAnnounced GuestEntered GuestTakenAway
            SeatWaitsOutside Evaded EvadingFailed ItemDidNotSave RansomPaid DuelDieRethrown
            EnduranceGained WoundsHealed TurnsLost SlowedDown SpellCancelled BonusGained GateHeld
            Transported StayedToHeal TestPassed TestFailed SeekerTaken GuestStayedOut AbilityRecalled
            CrownSaid CardsOutGone SpellsFromStack SpellsPut SpellSaid NumberNamed NumberRefused
            SheetChanged TurnSkipped TurnToRepeat CaveLaidOut EnduranceSet LevelSet OwnValueSet BagsSet
            CaveCardsSet SlownessSet TurnsToMissSet SeekerPlaced SeekerStruckDown SeekerChosen
            PlayerRecalled TrialGranted TrialUndone CardGranted CardVanished TrophyGranted
            TrophyVanished SpellsChanged CardLaidDown CardCleared BagsLaidDown CardReturned GatesSet
            CrystalPlaced CrystalHidden CardCalled OpponentCalled FightCalledOff
        """,
        5: """
            TrialBegan WealthGiven CardsTaken CardsLeft ItemLost PurseFilled PurseEmptied SpellsDrawn
            SpellsGone ItemTurnedToGold EffectBegan ProtectedBy RollHelped TurnMissed CardDrawn
            EnemiesFaced ChamberRolled ChamberHolds GateStops ExitValue ExitNumber ExitGained ExitGone
            ExitTrophies ExitSpirits ExitSpells ExitCrystal ExitTrials ExitTurns ExitLeft ExitGoldLeft
            ExitNothing SeekersOrder
        """,
        6: """
            CardGone ChamberPassed DeckKept DeckReshuffled DiceRolled NoRoomForSpell NothingHappens
            NothingMet OrdersKept SeekerTurn SpellGranted SpellNamed SpellVanished SpellsSeen WayNamed
            WentAsNamed WentTo
        """,
        lambda event: 4 if event.left else 2: "EnduranceLost",
    }
)
"""The weight of each event class by its name."""
