/**
 * Whether two spellings of a figure say the same: equal numbers, as far as the coarser of the two is written out, and the
 * same verdict. Units, separators and the words around them may differ.
 */
export function isSameFigure(one: string, other: string): boolean {
  const numbers = readNumbers(one)
  const others = readNumbers(other)
  if (numbers.length !== others.length || findVerdict(one) !== findVerdict(other)) return false
  return numbers.every((number, index) => isSameNumber(number, others[index] ?? number))
}

type Written = { readonly value: number; readonly decimals: number }

function readNumbers(text: string): Written[] {
  const plain = text.replaceAll(/(?<=\d)[\u202f\u00a0,](?=\d{3}(?!\d))/g, '').replaceAll('\u2212', '-')
  // A sign belongs to a number only where no other character touches it: `2026-11-21` has none.
  return [...plain.matchAll(/(?<![\w.-])-?\d+(?:\.(?<fraction>\d+))?/g)].map(({ 0: number, groups }) => ({
    value: Number(number),
    decimals: groups?.['fraction']?.length ?? 0,
  }))
}

function isSameNumber(one: Written, other: Written): boolean {
  const step = 10 ** -Math.min(one.decimals, other.decimals)
  return Math.abs(one.value - other.value) <= step * (0.5 + 1e-9)
}

/** Signs count as words: a report may have either. */
const verdicts: readonly (readonly [string, RegExp])[] = [
  ['better', /better|▲/i],
  ['worse', /worse|▼/i],
  ['no-difference', /no difference/i],
  ['not-enough-data', /not enough data/i],
]

function findVerdict(text: string): string | null {
  return verdicts.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
