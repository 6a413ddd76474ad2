import type { z } from 'zod'
import { formatFieldSentence } from '../../../shared/kernel/describe-issue.ts'
import { isLocal, modelProfileSchema, type ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { ProfileDraft } from './profile-draft.ts'

/** Sentences by the field of the form that they belong to. */
export type DraftIssues = Readonly<Record<string, string>>

/** The profile that a form says, or what is wrong with it, field by field. */
export type ReadDraft =
  | { readonly ok: true; readonly profile: ModelProfile }
  | { readonly ok: false; readonly issues: DraftIssues }

/** Reads a form as a profile. `saved` gives what the form does not show, such as prices by tiers. */
export function readDraft(draft: ProfileDraft, saved: ModelProfile | null): ReadDraft {
  const parsed = modelProfileSchema.safeParse(buildCandidate(draft, saved))
  const issues = { ...findVendorIssues(draft), ...(parsed.success ? {} : collectIssues(parsed.error)) }
  return parsed.success && Object.keys(issues).length === 0
    ? { ok: true, profile: parsed.data }
    : { ok: false, issues }
}

function buildCandidate(draft: ProfileDraft, saved: ModelProfile | null): unknown {
  const { recordingFile, recordingProfileId, timeoutSeconds, ...shared } = draft
  const isRecorded = draft.vendor === 'recorded'
  const own = Object.entries(draft.prices).filter(([, price]) => price !== null)
  const tiers = saved?.prices.tiers
  return {
    ...shared,
    baseUrl: isLocal(draft) || draft.baseUrl.trim() === '' ? null : draft.baseUrl.trim(),
    keyVariable: draft.keyVariable.trim() || null,
    prices: { ...Object.fromEntries(own), ...(tiers === undefined ? {} : { tiers }) },
    timeoutMs: timeoutSeconds === null ? null : Math.round(timeoutSeconds * 1000),
    recording: isRecorded ? { file: recordingFile.trim(), profileId: recordingProfileId } : null,
  }
}

/** Faults that depend on the vendor, which the schema does not check. */
function findVendorIssues(draft: ProfileDraft): DraftIssues {
  const url = draft.baseUrl.trim()
  if (draft.vendor === 'openai-compatible' && url === '')
    return { baseUrl: 'The address of the server, such as http://127.0.0.1:11434/v1.' }
  if (!isLocal(draft) && url !== '' && !isWebAddress(url))
    return { baseUrl: 'An address that begins with http:// or https://.' }
  return {}
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Fields of the schema that have another name or place in the form. */
const fieldNames: Readonly<Record<string, string>> = {
  'recording.file': 'recordingFile',
  'recording.profileId': 'recordingProfileId',
  timeoutMs: 'timeoutSeconds',
}

function collectIssues(error: z.ZodError): DraftIssues {
  const issues: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.join('.')
    issues[fieldNames[path] ?? path] ??= describeIssue(issue, path === 'timeoutMs' ? 1000 : 1)
  }
  return issues
}

/** `unit` is how many of the schema's units make one of the form's. */
function describeIssue(issue: z.core.$ZodIssue, unit: number): string {
  const bound = (value: number | bigint): string => (Number(value) / unit).toLocaleString('en-US')
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'A whole number.' : 'This is needed.'
    case 'too_small':
      return issue.origin === 'string' ? 'This is needed.' : `At least ${bound(issue.minimum)}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `At most ${bound(issue.maximum)} characters.`
        : `At most ${bound(issue.maximum)}.`
    default:
      return formatFieldSentence(issue.message)
  }
}

/** What every group of fields of the profile form is given. */
export type FieldProps = {
  readonly draft: ProfileDraft
  readonly issues: DraftIssues
  readonly change: (patch: Partial<ProfileDraft>) => void
}
