import { CliFailure } from '../cli-failure.ts'

/** The ids in a list with commas between. */
export function parseArmIds(list: string, where = '--arms'): string[] {
  const names = list.split(',').map((name) => name.trim())
  const named = names.filter((name) => name !== '')
  if (named.length > 0) return named
  throw new CliFailure({
    message: 'No method is named.',
    where,
    hint: 'Separate methods by commas. `dewpoint arms` lists them.',
  })
}
