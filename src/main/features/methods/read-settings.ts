import { z } from 'zod'
import { formatIssueSentence } from '../../../shared/kernel/describe-issue.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import { profileThresholdsSchema, thresholdRange } from '../../../shared/models/model-profile-types.ts'
import { findMethod } from '../../methods/methods.ts'
import type { RunField } from '../../methods/reference-names/names.ts'
import {
  translateSettings,
  type TranslatedName,
  type TranslatedSettings,
} from '../../methods/reference-names/translate-settings.ts'
import { Problem } from '../common/problem.ts'

/** What settings of the documents say of a run, by what it decides there. */
const runFieldsSchema = z
  .object({
    profileId: z.string().min(1),
    targetTokens: z.int().min(1),
    autoCondense: z.boolean(),
    threshold: z.number().min(thresholdRange.min).max(thresholdRange.max),
    profileThresholds: profileThresholdsSchema,
  } satisfies Record<RunField, z.ZodType>)
  .partial()

/** Settings by the names here, with what they say of the run. */
export type ReadSettings = Omit<TranslatedSettings, 'run'> & {
  readonly run: Readonly<z.infer<typeof runFieldsSchema>>
}

/**
 * Settings as somebody wrote them, with names of the reference documents read as the ones here. Throws a `Problem` that
 * names what was typed where its value does not fit.
 */
export function readSettings(providerId: string, raw: Settings): ReadSettings {
  const translated = translateSettings(providerId, raw)
  const run = runFieldsSchema.safeParse(translated.run)
  const fault = findRunFault(translated, run.error?.issues ?? []) ?? findSettingsFault(providerId, translated)
  if (fault === undefined && run.success) return { ...translated, run: run.data }
  throw new Problem({
    code: 'bad-input',
    message: (fault?.sentence ?? 'The settings do not fit').replace(/\.$/, ''),
    where: fault?.where ?? '',
    hint: 'Names of other documents are listed in docs/methods.md.',
  })
}

type Fault = { readonly sentence: string; readonly where: string }

function findRunFault({ names }: TranslatedSettings, issues: readonly z.core.$ZodIssue[]): Fault | undefined {
  for (const issue of issues) {
    const [field, ...path] = issue.path
    const name = names.find((one) => one.code === 'run' && one.field === field)
    if (name !== undefined)
      return { sentence: formatIssueSentence({ ...issue, path: [name.from, ...path] }), where: name.from }
  }
  return undefined
}

/** Only what stands under a name of the documents: all else is the provider's to refuse, with its preset below it. */
function findSettingsFault(providerId: string, { settings, names }: TranslatedSettings): Fault | undefined {
  const bound = findMethod(providerId)?.bind(settings, findMethod)
  for (const { path, message } of bound?.issues ?? []) {
    const where = path.join('.')
    if (providerId === 'smart' && where === 'losslessPrelude')
      return { sentence: `${where} must be enabled, disabled, true, false or a map of its switches`, where }
    const name = names.find((one) => isAt(one, where))
    if (name !== undefined) return { sentence: formatIssueSentence({ path: [name.from], message }), where }
  }
  return undefined
}

const isAt = (name: TranslatedName, where: string): boolean =>
  name.code === 'translated' && name.to.includes(where)
