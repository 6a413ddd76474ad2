import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { z } from 'zod'

/** The variable that names a mutant to the tests that are to notice it; `null` for none yet. */
export const mutantVariable = 'DEWPOINT_MUTANT'

const mutantSchema = z
  .object({
    file: z.string(),
    start: z.number(),
    end: z.number(),
    text: z.string(),
  })
  .nullable()

/** What the variable holds. */
export type NamedMutant = z.infer<typeof mutantSchema>

/** The mutant that the variable names now. */
export function namedMutant(): NamedMutant {
  return mutantSchema.parse(JSON.parse(process.env[mutantVariable] ?? 'null'))
}

/** Gives the tests a mutant in the place of one source; the file itself stays as it is. */
export function mutantPlugins(): Plugin[] {
  if (process.env[mutantVariable] === undefined) return []
  return [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => {
        const mutant = namedMutant()
        if (mutant === null || id.split('?', 1)[0] !== mutant.file) return null
        const code = readFileSync(mutant.file, 'utf8')
        return code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end)
      },
    },
  ]
}
