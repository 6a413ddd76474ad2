import { ModelFailure } from '../../../kernel/language-model.ts'
import type { Asked } from './asked.ts'

type Fault = { readonly isRetryable: boolean; readonly say: (asked: Asked) => string }

const refused: Fault = {
  isRetryable: true,
  say: ({ address }) => `Nothing answers at ${address}: the server does not run, or the address is wrong.`,
}
const unknownHost: Fault = {
  isRetryable: true,
  say: ({ host }) => `The host ${host} is not found: the address is wrong, or this machine is offline.`,
}
const unreachable: Fault = {
  isRetryable: true,
  say: ({ host }) => `The host ${host} cannot be reached from this machine.`,
}
const brokeOff: Fault = { isRetryable: true, say: ({ host }) => `The connection to ${host} broke off.` }
const badHeader: Fault = {
  isRetryable: false,
  say: () => 'The key holds a character that no key can have, such as a line break. Enter it again.',
}

const faults: Readonly<Record<string, Fault>> = {
  ECONNREFUSED: refused,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  ETIMEDOUT: unreachable,
  ECONNRESET: brokeOff,
  EPIPE: brokeOff,
  ERR_INVALID_CHAR: badHeader,
}

/** A failure without an answer of the server: no connection, one that broke, or pieces that nobody can read. */
export function explainConnection(error: unknown, asked: Asked): ModelFailure {
  const errors = listCauses(error)
  const codes = errors.flatMap(({ code }) => (code === undefined ? [] : [code]))
  const known = codes.map((code) => faults[code]).find((fault) => fault !== undefined)
  if (known !== undefined) {
    const code = known === badHeader ? 'authentication' : 'network'
    return new ModelFailure(code, known.say(asked), undefined, {
      isRetryable: known.isRetryable,
      isUnsent: known !== brokeOff && !codes.includes('ETIMEDOUT'),
    })
  }
  const certificate = codes.find((code) => /CERT|TLS|SSL|SELF_SIGNED|EPROTO|SIGNATURE|ISSUER/.test(code))
  if (certificate !== undefined) {
    const message = `No secure connection to ${asked.host} could be made (${certificate}).`
    return new ModelFailure('network', message, undefined, { isUnsent: true })
  }
  if (errors.some(({ name }) => name === 'SyntaxError' || name === 'ZodError'))
    return buildGarbageFailure(asked)
  const word = codes[0]
  const message = `The connection to ${asked.host} failed${word === undefined ? '' : ` (${word})`}.`
  return new ModelFailure('network', message, undefined, { isRetryable: true })
}

/** The stream held something that is no event of its protocol; as likely damaged underway as a server's fault. */
function buildGarbageFailure({ host }: Asked): ModelFailure {
  const message = `${host} sent something that cannot be read as an answer.`
  return new ModelFailure('network', message, undefined, { isRetryable: true })
}

/** A stream that ended before the answer did. */
export function explainCut(asked: Asked): ModelFailure {
  return new ModelFailure('network', brokeOff.say(asked), undefined, { isRetryable: true })
}

/** An answer that is no stream at all: mostly a page, of a proxy or of a server that is no model's. */
export function explainNoStream(asked: Asked, contentType: string): ModelFailure {
  const kind = contentType === '' ? 'something' : contentType
  return new ModelFailure(
    'bad-request',
    `${asked.address} answered with ${kind} instead of a stream: is the address right?`,
  )
}

/** The error and its causes, as far as a message or a code can be in them. */
function listCauses(error: unknown): readonly { readonly name: string; readonly code: string | undefined }[] {
  const found: { name: string; code: string | undefined }[] = []
  let current = error
  while (current instanceof Error && found.length < 8) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : undefined
    found.push({ name: current.name, code })
    current = current.cause
  }
  return found
}
