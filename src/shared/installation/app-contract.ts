import { z } from 'zod'
import { method, problemSchema } from '../api/errors.ts'

/** One line of `doctor`. */
export const doctorCheckSchema = z.object({
  id: z.string(),
  label: z.string(),
  status: z.enum(['ok', 'warning', 'error']),
  detail: z.string(),
  /** What was found in the database, for scripts; absent for everything else. */
  finding: z
    .object({
      code: z.string(),
      /** Table, index, or the like; empty for the whole file. */
      place: z.string(),
      count: z.number(),
      details: z.array(z.string()),
    })
    .optional(),
})
export type DoctorCheck = Readonly<z.infer<typeof doctorCheckSchema>>

export const appInfoSchema = z.object({
  version: z.string(),
  door: z.enum(['desktop', 'browser', 'command-line']),
  platform: z.string(),
  dataFolder: z.string(),
  /** What starts the command line of this installation, word by word. */
  commandLine: z.array(z.string()),
  /** What a person types in the place of `dewpoint`: `npm run -s dewpoint --` in a checkout. */
  command: z.string(),
})
export type AppInfo = Readonly<z.infer<typeof appInfoSchema>>

/** Something that was named when a door was opened, and could not be: what happened, where, and what to do. */
export const startProblemSchema = problemSchema.extend({ message: z.string() })
export type StartProblem = Readonly<z.infer<typeof startProblemSchema>>

export const appContract = {
  /** What was named at the start and could not be opened; each is reported once, to the page that asks first. */
  takeStartProblems: method.output(z.array(startProblemSchema)),
  info: method.output(appInfoSchema),
  doctor: method.output(z.array(doctorCheckSchema)),
}
