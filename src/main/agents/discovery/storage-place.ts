import type { Editor, Machine } from './editors.ts'

/** A place in which an agent may keep its tasks. */
export type StoragePlace = Readonly<{
  /** `Roo Code`. */
  agent: string
  /** `VS Code`; null for an agent without an editor. */
  editor: string | null
  path: string
  holds: StorageContent
}>

/** What a place holds. */
export type StorageContent =
  /** Task folders, one for each task. */
  | Readonly<{ kind: 'task-folders' }>
  /** Files at any depth, each a task, whose names end in one of these, but for those of these names. */
  | Readonly<{ kind: 'files'; endings: readonly string[]; except?: readonly string[] }>
  /** A file that holds many sessions. */
  | Readonly<{ kind: 'database' }>
  /** Something that nobody can read here: why, and what would help. */
  | Readonly<{ kind: 'unreadable'; reason: string }>

/** Text of an editor's `settings.json`, which may hold comments; null where it has none. */
export type ReadSettings = (editor: Editor) => string | null

/** Finds the places of one agent on a machine, there or not. */
export type FindPlaces = (machine: Machine, readSettings: ReadSettings) => readonly AgentPlace[]

/** A place as its agent names it: of the agent itself, in no editor, and with the files of its format, unless it says so. */
export type AgentPlace = Pick<StoragePlace, 'path'> & Partial<StoragePlace>
