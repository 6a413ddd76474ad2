import type { Part } from '../../../../shared/kernel/part.ts'
import { readCallInput, type CallInput } from '../../../measure/facts/read-call-input.ts'

/** Lines of a file from 1, both ends inclusive. */
export type Lines = readonly [from: number, to: number]

export const wholeFile: Lines = [1, Infinity]

/** The lines that a call reads of its file; all where it does not say, or in a way that nobody knows here. */
export function findReadLines(call: Part): Lines {
  const input = readCallInput(call)
  if (input === undefined) return wholeFile
  const command = [input['command'] ?? input['cmd'] ?? input['commands']].flat().join('\n')
  return (command === '' ? readInputLines(input) : readCommandLines(command)) ?? wholeFile
}

/** Whether two reads show lines that are the same. */
export function isOverlapping([from, to]: Lines, [otherFrom, otherTo]: Lines): boolean {
  return from <= otherTo && otherFrom <= to
}

/** Whether all that one read shows is in another one. */
export function isWithin([from, to]: Lines, [otherFrom, otherTo]: Lines): boolean {
  return otherFrom <= from && to <= otherTo
}

function readInputLines(input: CallInput): Lines | null {
  const number = (...names: readonly string[]): number | null => {
    const value = names.map((name) => Number(input[name] ?? Number.NaN)).find((one) => Number.isFinite(one))
    return value ?? null
  }
  const range: unknown = input['view_range'] ?? input['viewRange']
  if (Array.isArray(range)) return buildLines(Number(range[0]), Number(range[1]))
  const [start, end] = [
    number('start_line', 'startLine', 'line_start'),
    number('end_line', 'endLine', 'line_end'),
  ]
  if (start !== null || end !== null) return buildLines(start ?? 1, end ?? Infinity)
  const [offset, limit] = [number('offset'), number('limit')]
  if (offset === null && limit === null) return null
  const from = Math.max(1, offset ?? 1)
  return buildLines(from, limit === null ? Infinity : from + limit - 1)
}

/** An end below its start means the end of the file. */
function buildLines(from: number, to: number): Lines | null {
  return from >= 1 ? [from, to >= from ? to : Infinity] : null
}

/** Of a command that shows a part of one file. */
function readCommandLines(command: string): Lines | null {
  const [, from, to] = /^\s*sed -n ['"]?(\d+)(?:,(\d+|\$))?p['"]?\s/.exec(command) ?? []
  if (from !== undefined) return buildLines(Number(from), to === '$' ? Infinity : Number(to ?? from))
  const [, first] = /^\s*head (?:-n ?|--lines[= ]|-)(\d+)\s/.exec(command) ?? []
  return first === undefined ? null : buildLines(1, Number(first))
}
