import { z } from 'zod'
import { method } from '../api/errors.ts'
import { providerInfoSchema, settingsSchema } from './provider-types.ts'

/** A setting that does not fit: `path` leads to the field, `message` says what it takes. */
export const settingIssueSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
})
export type SettingIssue = Readonly<z.infer<typeof settingIssueSchema>>

export const providersContract = {
  list: method.output(z.array(providerInfoSchema)),
  /** Empty where the settings are complete and within bounds. */
  validate: method
    .input(z.object({ providerId: z.string(), settings: settingsSchema }))
    .output(z.array(settingIssueSchema)),
}
