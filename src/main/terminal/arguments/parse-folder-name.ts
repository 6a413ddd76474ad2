import { InvalidArgumentError } from 'commander'

/** A folder as it was named. An empty name, as of a shell variable that is not set, throws what commander reports. */
export function parseFolderName(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is empty: name a folder.')
  return text
}

/** The same for an argument that may come several times. */
export function collectFolderNames(text: string, before: readonly string[]): readonly string[] {
  return [...before, parseFolderName(text)]
}
