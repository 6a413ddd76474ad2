import { ModelFailure } from '../../../kernel/language-model.ts'

/**
 * The address under which a vendor's interface begins, without a slash at its end. Throws a `bad-request` failure
 * for what is no address of the web.
 */
export function readAddress(baseUrl: string | null, vendorsOwn: string): URL {
  const text = baseUrl === null || baseUrl.trim() === '' ? vendorsOwn : baseUrl.trim()
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ModelFailure('bad-request', 'The base address of this profile is no http or https address.')
  }
  url.hash = ''
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '')
  return url
}
