import {
  partLineSchema,
  type PartCell,
  type PartHeader,
} from '../../../../shared/experiments/experiment-part-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { describeError } from '../../../../shared/kernel/describe-error.ts'
import { parseJson } from '../../../../shared/kernel/json-values.ts'
import { computeSha256 } from '../../../platform/files/compute-sha256.ts'
import type { StoredBlob } from '../../../platform/store/records.ts'
import { Problem } from '../../common/problem.ts'
import { openResult } from '../open-result.ts'

/** The file of a part, by the name that a person knows it by. */
export type PartText = { readonly name: string; readonly text: string }

/** What a part holds, as it says itself. */
export type ReadPart = {
  readonly name: string
  readonly header: PartHeader
  readonly cells: readonly ReadPartCell[]
}

export type ReadPartCell = {
  readonly cell: Cell
  /** In the file, counted from 1. */
  readonly line: number
  readonly payload: StoredBlob | null
  readonly judgements: StoredBlob | null
}

/** Reads the file of a part. A problem with file and line where it is cut short, damaged, or something else. */
export function readPart({ name, text }: PartText): ReadPart {
  const lines = text.split('\n')
  if (lines.at(-1)?.trim() === '') lines.pop()
  const first = readLine(name, lines[0] ?? '', 1)
  if (!('header' in first)) throw createForeignProblem(name)
  const cells: ReadPartCell[] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue
    const number = index + 1
    const read = readLine(name, line, number)
    if ('header' in read) throw createDamagedProblem(name, number, 'A second part begins here')
    if ('end' in read) {
      if (number !== lines.length)
        throw createDamagedProblem(name, number + 1, 'Something follows the end of the part')
      if (read.end.cells === cells.length) return { name, header: first.header, cells }
      const lost = `The part ends with ${cells.length} cells and had ${read.end.cells}`
      throw createDamagedProblem(name, number, lost)
    }
    cells.push(openCell(read, { name, line: number }))
  }
  throw createDamagedProblem(name, lines.length, 'The file is cut short: its last line is missing')
}

/** Checks a line before it believes anything in it. */
function readLine(name: string, line: string, number: number) {
  let value: unknown
  try {
    value = parseJson(line)
  } catch {
    if (number === 1) throw createForeignProblem(name)
    throw createDamagedProblem(name, number, 'The line is damaged or cut short: it is no JSON')
  }
  if (typeof value !== 'object' || value === null || !('sha256' in value)) {
    if (number === 1) throw createForeignProblem(name)
    throw createDamagedProblem(name, number, 'This is no line of a part')
  }
  const { sha256: stated, ...content } = value
  if (number === 1) requireOwn(name, content)
  if (stated !== computeSha256(JSON.stringify(content)))
    throw createDamagedProblem(name, number, 'The line was changed since it was written')
  const parsed = partLineSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw createDamagedProblem(
    name,
    number,
    `The line does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  )
}

function requireOwn(name: string, content: object): void {
  const header: unknown = 'header' in content ? content.header : null
  const format: unknown =
    typeof header === 'object' && header !== null && 'format' in header ? header.format : ''
  if (format !== 'dewpoint-experiment-part') throw createForeignProblem(name)
  const version: unknown =
    typeof header === 'object' && header !== null && 'version' in header ? header.version : 0
  if (typeof version === 'number' && version > 1) {
    throw new Problem({
      code: 'bad-input',
      message: `A newer Dewpoint wrote this part (format ${version})`,
      where: `${name}:1`,
      hint: 'Update Dewpoint, or write the part again with this one.',
    })
  }
}

function openCell(
  { cell, payload, judgements }: PartCell,
  place: { readonly name: string; readonly line: number },
): ReadPartCell {
  const open = (packed: string | undefined): StoredBlob | null => {
    if (packed === undefined) return null
    try {
      return openResult(packed)
    } catch (error) {
      const why = describeError(error)
      throw createDamagedProblem(
        place.name,
        place.line,
        `The result of the cell ${cell.id} is damaged: ${why}`,
      )
    }
  }
  return { cell, line: place.line, payload: open(payload), judgements: open(judgements) }
}

function createForeignProblem(name: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: 'This is no part of an experiment',
    where: `${name}:1`,
    hint: 'Parts are what `dewpoint experiment run <file> --shard 1/8 --out part1.jsonl` writes.',
  })
}

function createDamagedProblem(name: string, line: number, message: string): Problem {
  return new Problem({
    code: 'bad-input',
    message,
    where: `${name}:${line}`,
    hint: 'Copy the file again, or run that shard again: what it has done is kept where it ran.',
  })
}
