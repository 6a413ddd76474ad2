import type { IncomingMessage, ServerResponse } from 'node:http'
import { readAsset } from '../common/read-asset.ts'
import { refuse } from './refuse.ts'

/** Answers a GET or HEAD with a file of the built page, or with 404. */
export async function answerAsset(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, pathname }: { readonly folder: string; readonly pathname: string },
): Promise<void> {
  const asset = await readAsset(folder, pathname)
  if (asset === undefined) return refuse(response, 404, 'There is nothing here.')
  response.writeHead(200, { ...asset.headers, 'Content-Length': asset.bytes.byteLength })
  response.end(request.method === 'HEAD' ? undefined : asset.bytes)
}
