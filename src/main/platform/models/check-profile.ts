import { isIPv4, isIPv6 } from 'node:net'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'

/** Sentences; empty where there is nothing to say. */
type BaseUrlCheck = { readonly fault: string; readonly warning: string }

const buildFault = (message: string): BaseUrlCheck => ({ fault: message, warning: '' })

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

/** Says whether a model server may be reached at an address, without repeating what could be a secret in it. */
function checkBaseUrl(text: string): BaseUrlCheck {
  if (!URL.canParse(text))
    return buildFault('The base URL is no address. It should look like https://models.example.com/v1.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return buildFault(`The base URL must begin with https:// or http://, not ${url.protocol}//.`)
  if (url.username !== '' || url.password !== '')
    return buildFault(
      'The base URL holds a user name or a password, which end up in logs. Use a key instead.',
    )
  if (text.includes('?'))
    return buildFault('The base URL holds a query (after ?), which ends up in logs. Leave it out.')
  if (text.includes('#')) return buildFault('The base URL holds a fragment (after #). Leave it out.')
  if (url.protocol === 'https:' || isNearby(url.hostname)) return { fault: '', warning: '' }
  return {
    fault: '',
    warning: `Histories and the key go to ${url.host} without encryption. Use https if the server has it.`,
  }
}

/** This machine, or a network of one's own. */
function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIPv4(host)) return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(host)
  if (isIPv6(host)) return host === '::1' || /^(f[cd]|fe[89ab])/i.test(host)
  return (
    host === 'localhost' || /\.(localhost|local|internal|lan|home\.arpa)$/.test(host) || !host.includes('.')
  )
}
