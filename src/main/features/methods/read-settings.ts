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

/** What a run takes by each name that decides something of it. */
const runSchemas: Readonly<Record<RunField, z.ZodType>> = {
  profileId: z.string().min(1),
  targetTokens: z.int().min(1),
  autoCondense: z.boolean(),
  threshold: z.number().min(thresholdRange.min).max(thresholdRange.max),
  profileThresholds: profileThresholdsSchema,
}

/**
 * Settings as somebody wrote them, with names of the reference documents read as the ones here. Throws a `Problem` that
 * names what was typed where its value does not fit.
 */
export function readSettings(providerId: string, raw: Settings): TranslatedSettings {
  const translated = translateSettings(providerId, raw)
  const fault = findRunFault(translated) ?? findSettingsFault(providerId, translated)
  if (fault === undefined) return translated
  throw new Problem({
    code: 'bad-input',
    message: fault.sentence.replace(/\.$/, ''),
    where: fault.where,
    hint: 'Names of other documents are listed in docs/policy.md.',
  })
}

type Fault = { readonly sentence: string; readonly where: string }

function findRunFault({ run, names }: TranslatedSettings): Fault | undefined {
  for (const name of names) {
    if (name.code !== 'run' || run[name.field] === undefined) continue
    const [issue] = runSchemas[name.field].safeParse(run[name.field]).error?.issues ?? []
    if (issue !== undefined)
      return {
        sentence: formatIssueSentence({ ...issue, path: [name.from, ...issue.path] }),
        where: name.from,
      }
  }
  return undefined
}

/** Only what stands under a name of the documents: all else is the provider's to refuse, with its preset below it. */
function findSettingsFault(providerId: string, { settings, names }: TranslatedSettings): Fault | undefined {
  const bound = findMethod(providerId)?.bind(settings, findMethod)
  if (bound === undefined || bound.ok) return undefined
  for (const { path, message } of bound.issues) {
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
