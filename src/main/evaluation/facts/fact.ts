/** Kinds of facts, in the order in which they are shown. */
export const factClassIds = [
  'path',
  'symbol',
  'url',
  'error',
  'quantity',
  'command',
  'decision',
  'constraint',
  'open-task',
] as const
export type FactClassId = (typeof factClassIds)[number]

/** Where a fact stands: UTF-16 code units of the text of a part, half-open. */
export type Place = {
  readonly messageIndex: number
  readonly partIndex: number
  readonly start: number
  readonly end: number
}

/** Something that a conversation states and a reader of it can go by. */
export type Fact = {
  readonly classId: FactClassId
  /** What makes two mentions the same fact; unique within a class. */
  readonly key: string
  /** As written at its first place. */
  readonly text: string
  /** The first place in each message that states it, in order; never empty. */
  readonly places: readonly Place[]
}
