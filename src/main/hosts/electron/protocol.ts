import type { Protocol } from 'electron'
import { pageHeaders } from '../common/page-headers.ts'
import { readAsset } from '../common/read-asset.ts'
import { isPageAddress, pageScheme } from './page-address.ts'

/** Makes `app:` a standard and secure scheme, so that modules, workers and storage work. Must run before `ready`. */
export function registerPageScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Answers one request of the page with a file of its folder and the policy's headers; 404 for everything else. */
export async function answerPageRequest(
  rendererFolder: string,
  request: Pick<Request, 'method' | 'url'>,
): Promise<Response> {
  const asset =
    request.method === 'GET' && isPageAddress(request.url)
      ? await readAsset(rendererFolder, new URL(request.url).pathname)
      : undefined
  return asset === undefined
    ? new Response('There is nothing here.', { status: 404, headers: pageHeaders })
    : new Response(asset.bytes, { headers: asset.headers })
}

/** Serves the built page to the window. Call it once, after `ready`. */
export function setUpPageProtocol(protocol: Pick<Protocol, 'handle'>, rendererFolder: string): void {
  protocol.handle(pageScheme, (request) => answerPageRequest(rendererFolder, request))
}
