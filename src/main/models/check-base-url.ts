import { isIPv4, isIPv6 } from 'node:net'

/** Sentences; empty where there is nothing to say. */
export type BaseUrlCheck = { readonly fault: string; readonly warning: string }

const fault = (message: string): BaseUrlCheck => ({ fault: message, warning: '' })

/** Says whether a model server may be reached at an address, without repeating what could be a secret in it. */
export function checkBaseUrl(text: string): BaseUrlCheck {
  if (!URL.canParse(text))
    return fault('The base URL is no address; it looks like https://models.example.com/v1.')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return fault(`The base URL must begin with https:// or http://, not ${url.protocol}//.`)
  if (url.username !== '' || url.password !== '')
    return fault('The base URL holds a user name or a password, which end up in logs. Use a key instead.')
  if (text.includes('?'))
    return fault('The base URL holds a query (after ?), which ends up in logs. Leave it out.')
  if (text.includes('#')) return fault('The base URL holds a fragment (after #). Leave it out.')
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
