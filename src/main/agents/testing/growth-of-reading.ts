import { measureGrowth, type Growth } from '../../platform/workers/testing/count-steps.ts'
import { importFiles } from '../import-files.ts'

type File = { readonly name: string; readonly text: string }

/** How the steps of reading a file grow with its size; see `measureGrowth`. */
export function growthOfReading(
  name: string,
  size: number,
  textOf: (size: number) => string,
): Promise<Growth> {
  const counted = { file: new URL(import.meta.url), name: readFile.name }
  return measureGrowth(counted, size, (own): File => ({ name, text: textOf(own) }))
}

/** Reads a file as one that was dropped. */
export async function readFile(file: File): Promise<number> {
  return (await importFiles('drop', [file])).messages.length
}
