import { z } from 'zod'
import { method } from './errors.ts'

/** One line of `doctor`. */
export const doctorCheckSchema = z.object({
  id: z.string(),
  label: z.string(),
  status: z.enum(['ok', 'warning', 'error']),
  detail: z.string(),
})
export type DoctorCheck = Readonly<z.infer<typeof doctorCheckSchema>>

export const appInfoSchema = z.object({
  version: z.string(),
  door: z.enum(['desktop', 'browser', 'command-line']),
  platform: z.string(),
  dataFolder: z.string(),
  /** What starts the command line of this installation, word by word. */
  commandLine: z.array(z.string()),
})
export type AppInfo = Readonly<z.infer<typeof appInfoSchema>>

export const appContract = {
  info: method.output(appInfoSchema),
  doctor: method.output(z.array(doctorCheckSchema)),
}
