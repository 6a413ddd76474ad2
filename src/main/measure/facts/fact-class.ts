import type { FactClassId } from '../../../shared/kernel/fact.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Chunk } from './split-words.ts'

/** One statement of a fact in a text. */
export type Mention = { readonly key: string; readonly start: number; readonly end: number }

/**
 * How facts of a class are found. What has a form of its own is recognised wherever it stands (`chunk` or `scan`); what
 * is a sentence is taken from the source by rules and then looked for word by word (`phrases`).
 */
export type FactClass = {
  readonly id: FactClassId
  readonly label: string
  /** Whether a mention in this part makes a fact; a mention elsewhere still states one that another part made. */
  readonly isFounder: (part: Part, mention: Mention) => boolean
  /** The key of a segment without blanks, and how much of it is the mention. */
  readonly chunk?: (chunk: Chunk, holder: Part['holder']) => Mention | undefined
  /** Mentions that may hold blanks, in a text without escapes. */
  readonly scan?: (text: string) => readonly Mention[]
  /** Statements to look for, as written. */
  readonly phrases?: (parts: readonly (readonly Part[])[]) => readonly string[]
}
