"""Check the proof file of a game: python3 verify.py FILE. Written from fairness.md; needs nothing but Python."""

import json
import re
import sys
from hashlib import blake2b, sha256
from pathlib import Path


class Chain:
    """The links of a stage as one seed computes them, and the dice that this seed throws."""

    def __init__(self, seed, link):
        self.seed, self.link = seed, link
        self.salt = blake2b(b"salt", key=seed, digest_size=32).digest()

    def add(self, line):
        """Go on to the link after an answer."""
        text = json.dumps([line["seat"], line["value"]], ensure_ascii=False, separators=(",", ":")).encode()
        digest = blake2b(text, key=self.salt, digest_size=16).digest()
        self.link = blake2b(self.link + digest, key=self.seed, digest_size=16).digest()

    def throw(self, line):
        """Compute the value of a roll or of a draw."""
        if "code" in line:
            count = int(re.match("[0-9]+", line["code"].replace("½", "1"))[0])
            dice = (byte % 6 + 1 for block in self._blocks() for byte in block if byte < 252)
            return [next(dice) for _ in range(count)]
        pile = line["pile"]
        total = sum(pile.values())
        if total < 1 or min(pile.values()) < 0:
            raise ValueError(f"{pile} is no pile")
        numbers = (int.from_bytes(block[at : at + 8], "big") for block in self._blocks() for at in range(0, 64, 8))
        place = next(number for number in numbers if number < 2**64 - 2**64 % total) % total
        pieces = iter(sorted(pile))
        piece = next(pieces)
        while place >= pile[piece]:
            place -= pile[piece]
            piece = next(pieces)
        return piece

    def _blocks(self):
        number = 0
        while True:
            yield blake2b(self.link, key=self.seed, person=number.to_bytes(8, "big"), digest_size=64).digest()
            number += 1


class Check:
    """The check of a proof; afterwards it holds the faults and counts."""

    def __init__(self, proof):
        self.seals = [{"commitment": proof["commitment"], "seed": proof["seed"]}, *proof.get("later", [])]
        self.seeds = [bytes.fromhex(seal["seed"]) for seal in self.seals]
        self.stages, self.rolls, self.by_hand, self.rulings, self.faults = 0, 0, 0, 0, []
        self.newest = 0  # the number of the seed that threw last or made the last link
        self.links = [bytes(16)]  # with one of these the next stage has to begin; none: they are not known
        self.unchecked = 0
        for seal, seed in zip(self.seals, self.seeds, strict=True):
            if sha256(b"labirynt" + seed).hexdigest() != seal["commitment"]:
                self.faults.append(f"the seed does not belong to the hash {seal['commitment']}")
        for stage in proof["stages"]:
            self._check_stage(stage)
        if not self.stages:
            self.faults.append("the file has no stages")

    def _check_stage(self, stage):
        first = bytes.fromhex(stage["chain"])
        if stage["stage"] != self.stages:
            self.faults.append(f"stage {stage['stage']} stands where stage {self.stages} belongs")
        makers = [nth for nth, link in enumerate(self.links) if link == first and nth >= self.newest]
        if not makers and self.links:
            self.faults.append(f"stage {stage['stage']} does not begin with the link that it must have")
        self.newest = makers[0] if makers else self.newest
        chains = [Chain(seed, first) for seed in self.seeds]
        for line in stage["lines"]:
            if fault := self._fault(line, chains):
                self.faults.append(f"stage {stage['stage']}: {line['why']!a} {fault}")
            for chain in chains:
                chain.add(line)
        self.links = [] if stage.get("unchecked") else [chain.link for chain in chains]
        self.unchecked += not self.links
        self.stages += 1

    def _fault(self, line, chains):
        is_die, is_ruling, seed = "code" in line or "pile" in line, line["why"] == "gm.correction", line.get("seal", 0)
        if is_ruling and (is_die or line["seat"] == "chance"):
            return "stands in place of a die"
        self.rulings += is_ruling
        if line["seat"] != "chance":
            self.by_hand += is_die
            return ""
        if not is_die or not self.newest <= seed < len(self.seeds):
            return "is neither a roll nor a draw of a seed in force"
        self.newest = seed
        right = chains[seed].throw(line)
        self.rolls += right == line["value"]
        return "" if right == line["value"] else f"shows {line['value']!a}, the seed gives {right!a}"


def main(name):
    """Print what the file holds and return the exit code."""
    try:
        proof = json.loads(Path(name).read_text("utf-8"))
        if proof.get("format") not in (1, 2, 3) or "kind" in proof:
            raise ValueError("it is no proof file of format 1, 2 or 3")
        found = Check(proof)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"{name} cannot be checked: {error!r}")
        return 2
    print(f"{found.rolls} dice as sealed; {found.by_hand} thrown by hand; {found.rulings} rulings.")
    print(f"Stages: {found.stages}. Compare with the last message of the game.")
    for seal in found.seals:
        print(f"Hash: {seal['commitment']}\nSeed: {seal['seed']}")
    print("Compare each hash with the message in the channel.")
    if found.unchecked:
        print(f"Not checked: {found.unchecked} of the stages; the file has no dice of them.")
    print("\n".join(f"Wrong: {fault}" for fault in found.faults) or "Nothing is wrong.")
    return 1 if found.faults or found.unchecked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
