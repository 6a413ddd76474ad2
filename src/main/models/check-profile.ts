import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import { checkBaseUrl } from './check-base-url.ts'

/** What keeps a profile from being saved or used. */
export type ProfileFault = {
  /** Name of the field in the profile. */
  readonly field: 'baseUrl' | 'maxOutputTokens' | 'recording'
  /** A sentence. */
  readonly message: string
}

/** Checks what the schema of a profile cannot: fields that depend on each other. Null where all is well. */
export function checkProfile(profile: ModelProfile): ProfileFault | null {
  const { vendor, baseUrl, recording, windowTokens, maxOutputTokens } = profile
  if (baseUrl !== null) {
    const { fault } = checkBaseUrl(baseUrl)
    if (fault !== '') return { field: 'baseUrl', message: fault }
  } else if (vendor === 'openai-compatible') {
    const message = 'A compatible server needs its base URL, for example http://127.0.0.1:11434/v1.'
    return { field: 'baseUrl', message }
  }
  if (maxOutputTokens >= windowTokens) {
    const message = `An output of ${maxOutputTokens} tokens leaves nothing of a window of ${windowTokens}.`
    return { field: 'maxOutputTokens', message }
  }
  if (vendor === 'recorded' && recording === null) {
    return { field: 'recording', message: 'A recorded model needs the file that holds its answers.' }
  }
  if (vendor === 'recorded' && recording?.profileId === profile.id) {
    return { field: 'recording', message: 'A recording cannot record itself.' }
  }
  return null
}

/** What a person should know about a profile that can be used nevertheless; sentences. */
export function warnAboutProfile({ baseUrl }: ModelProfile): readonly string[] {
  const warning = baseUrl === null ? '' : checkBaseUrl(baseUrl).warning
  return warning === '' ? [] : [warning]
}
