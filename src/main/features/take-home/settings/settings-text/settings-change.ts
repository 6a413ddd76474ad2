/** A value and where it lies in a file, from the outside in. */
export type SettingsChange = Readonly<{ path: readonly string[]; value: number | boolean | string }>

/** One format of settings files. */
export type SettingsCodec = Readonly<{
  /** What a text holds. Throws a `SettingsTextFailure`. */
  read: (text: string) => unknown
  /** The text with one value changed or added. Throws a `SettingsTextFailure` where there is no place for it. */
  change: (text: string, change: SettingsChange) => string
}>

/** Why the text of a file cannot be changed, in words for a person; `line` counts from 1. */
export class SettingsTextFailure extends Error {
  override readonly name = 'SettingsTextFailure'
  readonly line: number | null

  constructor(message: string, line: number | null = null) {
    super(message)
    this.line = line
  }
}

/** A file in which the value has no place that leaves the rest as it is. */
export function buildNoPlaceFailure({ path }: SettingsChange): SettingsTextFailure {
  return new SettingsTextFailure(
    `Dewpoint cannot set ${path.join('.')} in it without changing something else`,
  )
}

/** How the lines of a text end. */
export const detectLineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')
