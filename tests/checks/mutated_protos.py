"""Mutants of protos of HLO, in which a field takes the place of another.

    mutator = Mutator(protos, random.Random(seed))
    proto = mutator.mutant()

Fields, numbers and strings come from any of the protos, from the same field of the same message, so that a
mutant has what fits its place in another program. The messages and their fields are those of
testdata/proto/schema.fields.
"""
import pathlib

from proto_wire import read_varint, varint

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "testdata/proto/schema.fields"
NUMBERS = (0, 1, 2, 3, 7, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1)
STRINGS = (b"", b"a", b"main", b"%b c", b"\xff", b"{", b'"')
# Of frames without a location XLA keeps those that lead to them.
NOT_CHANGED = ("StackFrameIndexProto",)
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


def read_schema():
    """By message and number: the message of that field, "packed" for varints, or ""."""
    schema, message, messages = {}, None, set()
    for line in SCHEMA.read_text().splitlines():
        words = line.split()
        if line.startswith("message "):
            message = words[1]
            messages.add(message)
        elif len(words) >= 4:  # else a value of an enumeration
            number, _, label, kind = words[:4]
            is_packed = label == "packed" and kind not in ("float", "double")
            schema[message, int(number)] = "packed" if is_packed else kind
    return {place: kind if kind in messages or kind == "packed" else "" for place, kind in schema.items()}


class Field:
    """A field: a number, bytes, the numbers of a packed field, or the fields of a message."""

    def __init__(self, number, wire, kind, value):
        self.number, self.wire, self.value = number, wire, value
        self.kind = kind  # as in the schema

    def is_message(self):
        return self.kind not in ("", "packed") and self.wire == BYTES

    def copy(self):
        value = self.value
        if self.is_message():
            value = [each.copy() for each in value]
        elif isinstance(value, list):
            value = list(value)
        return Field(self.number, self.wire, self.kind, value)


class Mutator:
    def __init__(self, protos, random):
        self.schema = read_schema()
        self.random = random
        self.trees = [self.parse(proto, "HloModuleProto") for proto in protos]
        self.known = {}  # fields by message and number
        for tree in self.trees:
            for message, fields in self.messages(tree):
                for field in fields:
                    self.known.setdefault((message, field.number), []).append(field)

    def parse(self, data, message):
        fields, at = [], 0
        while at < len(data):
            tag, at = read_varint(data, at)
            number, wire = tag >> 3, tag & 7
            kind = self.schema.get((message, number), "")
            if wire == VARINT:
                value, at = read_varint(data, at)
            elif wire == BYTES:
                size, at = read_varint(data, at)
                value, at = self.content(data[at : at + size], kind), at + size
            else:
                size = 8 if wire == FIXED64 else 4
                value, at = data[at : at + size], at + size
            fields.append(Field(number, wire, kind, value))
        return fields

    def content(self, data, kind):
        if kind != "packed":
            return self.parse(data, kind) if kind else data
        numbers, at = [], 0
        while at < len(data):
            value, at = read_varint(data, at)
            numbers.append(value)
        return numbers

    def write(self, fields):
        out = bytearray()
        for field in fields:
            out += varint(field.number << 3 | field.wire)
            value = field.value
            if field.wire == VARINT:
                out += varint(value)
                continue
            if field.is_message():
                value = self.write(value)
            elif isinstance(value, list):
                value = b"".join(map(varint, value))
            if field.wire == BYTES:
                out += varint(len(value))
            out += value
        return bytes(out)

    def messages(self, tree):
        """Each message in it, as its name and its fields."""
        found = [("HloModuleProto", tree)]
        for _, fields in found:
            for field in fields:
                if field.is_message():
                    found.append((field.kind, field.value))
        return found

    def mutant(self):
        tree = [field.copy() for field in self.random.choice(self.trees)]
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            # Messages of which there are few are as good as the instructions.
            messages = [each for each in self.messages(tree) if not each[0].startswith(NOT_CHANGED)]
            name = self.random.choice(sorted({message for message, _ in messages}))
            self.change(name, self.random.choice([fields for message, fields in messages if message == name]))
        return self.write(tree)

    def change(self, message, fields):
        how = self.random.randrange(8)
        if how == 0 or not fields:
            places = [number for name, number in self.known if name == message]
            if places:
                other = self.random.choice(self.known[message, self.random.choice(places)]).copy()
                fields.append(other)
                fields.sort(key=lambda field: field.number)
            return
        at = self.random.randrange(len(fields))
        field = fields[at]
        if how == 1:
            del fields[at]
        elif how == 2:
            fields.insert(at, field.copy())
        elif how < 5:
            fields[at] = self.random.choice(self.known[message, field.number]).copy()
        elif field.wire == VARINT:
            field.value = self.random.choice(NUMBERS)
        elif field.kind == "packed" and field.wire == BYTES:
            self.change_numbers(field.value)
        elif isinstance(field.value, bytes) and field.wire == BYTES:
            field.value = self.random.choice(STRINGS)

    def change_numbers(self, numbers):
        at = self.random.randrange(len(numbers) + 1)
        how = self.random.randrange(3)
        if how == 0 or at == len(numbers):
            numbers.insert(at, self.random.choice(NUMBERS))
        elif how == 1:
            del numbers[at]
        else:
            numbers[at] = self.random.choice(NUMBERS)
