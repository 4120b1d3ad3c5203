"""The table of src/surt/nameprep-table.ts, from Python's tables of RFC 3454."""
import stringprep as tables
import unicodedata

PROHIBITED = [getattr(tables, f"in_table_{name}") for name in "c12 c22 c3 c4 c5 c6 c7 c8 c9".split()]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def class_of(character, neighbour):
    mapped = tables.map_table_b2(character)
    if tables.in_table_b1(character):
        return "B"
    if mapped == character and any(table(character) for table in PROHIBITED):
        return "P"
    if tables.in_table_a1(character):
        return "U"
    if unicodedata.ucd_3_2_0.normalize("NFKC", mapped) != character:
        return neighbour if neighbour in "RLN" else "N"
    return "R" if tables.in_table_d1(character) else "L" if tables.in_table_d2(character) else "N"


def base36(number):
    return (base36(number // 36) if number > 35 else "") + DIGITS[number % 36]


runs = []
for code_point in range(0x110000):
    neighbour = runs[-1][0] if runs else "N"
    is_surrogate = 0xD800 <= code_point < 0xE000
    name = neighbour if is_surrogate else class_of(chr(code_point), neighbour)
    if runs and neighbour == name:
        runs[-1][1] += 1
    else:
        runs.append([name, 1])
print("".join(name + base36(length) for name, length in runs))
