import { ImportFailure } from '../import-failure.ts'
import { importFiles } from '../import-files.ts'

/** Values that stand where others should. */
const odd = [null, 7, '', 'x', [], {}, [null], { a: [] }, -1, true, [[]], '\uD800']

/** A generator of small numbers, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Puts an odd value in the place of one of the values within a value. */
function spoilt(value: unknown, pick: (below: number) => number): unknown {
  if (typeof value !== 'object' || value === null || pick(4) === 0) return odd[pick(odd.length)]
  if (Array.isArray(value)) {
    const at = pick(value.length)
    return value.map((one: unknown, index) => (index === at ? spoilt(one, pick) : one))
  }
  const entries = Object.entries(value)
  const at = pick(entries.length)
  return Object.fromEntries(entries.map(([key, one], index) => [key, index === at ? spoilt(one, pick) : one]))
}

/**
 * Reads damaged copies of a file of lines: lines lost, doubled, moved, cut, and with values of other types. Gives the errors that
 * were no `ImportFailure`.
 */
export async function failuresOfDamaged(text: string, copies: number): Promise<unknown[]> {
  const lines = text.split('\n').filter((line) => line !== '')
  const failures: unknown[] = []
  for (let seed = 1; seed <= copies; seed += 1) {
    const pick = numbers(seed * 7919)
    const damaged = [...lines]
    for (let count = 0; count < 1 + pick(12); count += 1) {
      const at = pick(damaged.length)
      const line = damaged[at] ?? ''
      const change = pick(6)
      if (change === 0) damaged.splice(at, 1)
      else if (change === 1) damaged.splice(pick(damaged.length), 0, line)
      else if (change === 2) damaged[at] = line.slice(0, pick(line.length))
      else if (change === 3) damaged[at] = `${line}${damaged[pick(damaged.length)] ?? ''}\r`
      else damaged[at] = spoiltLine(line, pick)
    }
    try {
      await importFiles('damaged', [{ name: 'damaged.jsonl', text: damaged.join('\n') }])
    } catch (error) {
      if (!(error instanceof ImportFailure)) failures.push(error)
    }
  }
  return failures
}

function spoiltLine(line: string, pick: (below: number) => number): string {
  try {
    return JSON.stringify(spoilt(JSON.parse(line), pick))
  } catch {
    return line
  }
}
