import { onTestFinished } from 'vitest'
import { startModelServer, type ModelServer, type ModelServerOptions, type Reply } from './model-server.ts'
import type { Protocol } from './protocols.ts'

export const everyProtocol: readonly Protocol[] = ['anthropic', 'openai-chat', 'openai-responses']

/** A server that ends with the test. One reply a request, the last for all that follow. */
export async function serve(
  protocol: Protocol,
  script: Reply | ModelServerOptions['script'],
  options: Partial<ModelServerOptions> = {},
): Promise<ModelServer> {
  const list = typeof script === 'function' || Array.isArray(script) ? script : [script as Reply]
  const server = await startModelServer({ protocol, script: list, ...options })
  onTestFinished(() => server.close())
  return server
}
