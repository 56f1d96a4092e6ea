"""Mutants of HLO texts, for which a token, a line or an attribute takes the place of another.

    mutator = Mutator(texts, random.Random(seed))
    text = mutator.mutant()

Tokens, lines and attributes come from any of the texts, so that a mutant has what fits its place in
another program.
"""
import re

TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|%?[\w.\-]+=?|->|<=|\s+|.""", re.S)
# At the depth of an instruction: neither braces nor quotes but in pairs, two deep.
VALUE = r"""(?:\{(?:[^{}"]|"(?:\\.|[^"\\])*"|\{[^{}"]*\})*\}|"(?:\\.|[^"\\])*"|[^\s,{}"]+)"""
ATTRIBUTE = re.compile(r", ([a-z_\-]+=" + VALUE + r")")
INSTRUCTION = re.compile(r"^\s.* = .*\)", re.M)
NUMBERS = ("0", "-1", "1", "2", "65536", "2147483648", "4294967295", "9223372036854775807",
           "-9223372036854775808", "18446744073709551616", "1e400", "nan", "-inf")


class Mutator:
    def __init__(self, texts, random):
        self.texts = texts
        self.random = random
        self.tokens = sorted({token for text in texts for token in TOKEN.findall(text)} | set(NUMBERS))
        self.attributes = sorted({each for text in texts for each in ATTRIBUTE.findall(text)})
        self.lines = sorted({line for text in texts for line in text.split("\n")})

    def mutant(self):
        text = self.random.choice(self.texts)
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            text = self.random.choice((self.change_token, self.change_line, self.change_attribute))(text)
        return text

    def change_token(self, text):
        tokens = TOKEN.findall(text)
        places = [i for i, token in enumerate(tokens) if not token.isspace()]
        if not places:
            return text
        at = self.random.choice(places)
        how = self.random.randrange(8)
        if how == 0:
            del tokens[at]
        elif how == 1:
            tokens.insert(at, self.random.choice(tokens))
        elif how == 2:
            tokens[at] = self.random.choice(self.tokens)
        elif how == 3:
            numbers = [i for i in places if re.fullmatch(r"-?\d+", tokens[i])]
            tokens[self.random.choice(numbers or [at])] = self.random.choice(NUMBERS)
        else:
            alike = self.alike(tokens[at], tokens if how < 6 else self.tokens)
            tokens[at] = self.random.choice(alike or [tokens[at]])
        return "".join(tokens)

    def alike(self, token, tokens):
        """Some of `tokens` that begin like `token`."""
        some = self.random.sample(tokens, min(len(tokens), 500))
        return [other for other in some if self.kind(other) == self.kind(token) and other != token]

    @staticmethod
    def kind(token):
        first = token[:1]
        return ("a" if first.isalpha() else "0" if first.isdigit() else first), token.endswith("=")

    def change_line(self, text):
        lines = text.split("\n")
        at = self.random.randrange(len(lines))
        how = self.random.randrange(5)
        if how == 0:
            del lines[at]
        elif how == 1:
            lines.insert(self.random.randrange(len(lines)), lines[at])
        elif how == 2:
            other = self.random.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif how == 3:
            lines.insert(at, self.random.choice(self.lines))
        else:
            lines[at] = self.random.choice(self.lines)
        return "\n".join(lines)

    def change_attribute(self, text):
        """Adds one to an instruction, or takes or replaces one."""
        present = list(ATTRIBUTE.finditer(text))
        if present and self.random.random() < 0.5:
            old = self.random.choice(present)
            new = ", " + self.random.choice(self.attributes) if self.random.random() < 0.5 else ""
            return text[: old.start()] + new + text[old.end() :]
        places = [found.end() for found in INSTRUCTION.finditer(text)]
        if not places or not self.attributes:
            return text
        at = self.random.choice(places)
        return text[:at] + ", " + self.random.choice(self.attributes) + text[at:]
