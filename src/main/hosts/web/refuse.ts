import type { ServerResponse } from 'node:http'
import { pageHeaders } from '../common/page-headers.ts'

const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
}

/** Answers with an error in the form that the contract's client reads, so that the page can show the sentence. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  const code = codes[status] ?? 'INTERNAL_SERVER_ERROR'
  const body = JSON.stringify({ json: { defined: false, code, status, message } })
  response.writeHead(status, {
    ...pageHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    // What is left of the request's body is not waited for.
    Connection: 'close',
  })
  response.end(body)
}
