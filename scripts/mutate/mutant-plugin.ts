import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { z } from 'zod'

/** The variable that names a mutant to the tests that are to notice it. */
export const mutantVariable = 'DEWPOINT_MUTANT'

const mutantSchema = z.object({
  file: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
})

/** What the variable holds. */
export type NamedMutant = z.infer<typeof mutantSchema>

/** Gives the tests a mutant in the place of one source; the file itself stays as it is. */
export function mutantPlugins(value = process.env[mutantVariable]): Plugin[] {
  if (value === undefined) return []
  const { file, start, end, text } = mutantSchema.parse(JSON.parse(value))
  return [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => {
        if (id.split('?', 1)[0] !== file) return null
        const code = readFileSync(file, 'utf8')
        return code.slice(0, start) + text + code.slice(end)
      },
    },
  ]
}
