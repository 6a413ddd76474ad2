import type { Message } from '../../../shared/kernel/message.ts'
import type { CopyStep } from '../../../shared/take-home/session-copy-types.ts'
import type { Machine } from '../discovery/editors.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { Carriage } from './carry-messages.ts'

/** What a writer makes a session of. */
export type SessionInput = Readonly<{
  /** The history that it is a copy of, as it was read. */
  task: ImportedTask
  /** Its text, for what stands beside the messages; empty for folders and databases. */
  sourceText: string
  /** Condensed and carried: whole pairs, a prompt first. */
  messages: readonly Message[]
  /** All messages of the file where the agent hides what is gone instead of deleting it; else null. */
  tagged: readonly Message[] | null
  /** Where the agent goes on working. Absolute. */
  cwd: string
  title: string
  machine: Machine
  /** Milliseconds since 1970. */
  now: number
  /** A new UUID at each call. */
  newUuid: () => string
}>

/** A session that is not written yet. */
export type SessionDraft = Readonly<{
  sessionId: string
  /** Folder of the agent that it belongs into; absolute. */
  folder: string
  /** Files by their path below the folder, the session itself first. */
  files: readonly Readonly<{ name: string; text: string }>[]
  /** What to type to go on; `file` is where the session came to lie. */
  commands: (file: string) => readonly (readonly string[])[]
  /** What a person does in a window to go on, where that takes more than commands. */
  steps?: readonly CopyStep[]
  /** Whether the agent finds it in the folder; false where a command has to read it in. */
  isListed: boolean
}>

/** Writes sessions of one agent. */
export type SessionWriter = Readonly<{
  /** Version of the agent that went on with what this wrote; null where that was never tried. */
  triedWith: string | null
  /** Other agents that keep the same format, by what tasks are marked with: nothing was tried with them. */
  relatives?: Readonly<Record<string, string>>
  /** Agents that write the same format and would not take a copy, by the same marks. */
  refuses?: readonly string[]
  carriage: Carriage
  draft: (input: SessionInput) => SessionDraft
  /** Why the agent seems to have the session open; null where nothing speaks for it. */
  isOpen?: (path: string, machine: Machine) => Promise<boolean>
}>
