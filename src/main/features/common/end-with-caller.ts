import type { CoreServices } from './core-services.ts'

/**
 * The services of one request: the jobs that it waits for end when its caller gives up. For handlers that leave nothing
 * running behind them.
 */
export function endWithCaller<Own extends Pick<CoreServices, 'engine'>>(
  services: Own,
  signal: AbortSignal | undefined,
): Own {
  const { engine } = services
  const run: typeof engine.run = (name, input, options) => engine.run(name, input, { signal, ...options })
  return { ...services, engine: { ...engine, run } }
}
