/** How a place holds what an agent wrote. */
export type StorageLayout =
  /** Task folders, one for each task. */
  | 'tasks'
  /** Folders with one `*.messages.json` for each session of Cline's SDK. */
  | 'sessions'
  /** Transcripts, `.jsonl` files at any depth. */
  | 'transcripts'

/** A folder in which an agent may keep its tasks. */
export type StoragePlace = Readonly<{
  /** `Roo Code`. */
  agent: string
  /** `VS Code`; null for an agent without an editor. */
  editor: string | null
  path: string
  layout: StorageLayout
}>
