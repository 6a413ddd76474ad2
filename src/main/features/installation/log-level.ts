import { logLevelSchema, type LogLevel } from '../../../shared/installation/log-types.ts'
import type { Store } from '../../platform/store/store.ts'

const key = 'log-level'
/** Goes before the setting. */
export const logLevelVariable = 'DEWPOINT_LOG_LEVEL'
const usualLevel: LogLevel = 'info'

/** What the environment says of the level; null where it says nothing that is one. */
export function readEnvironmentLevel(
  environment: Readonly<Record<string, string | undefined>>,
): LogLevel | null {
  const parsed = logLevelSchema.safeParse(environment[logLevelVariable]?.trim().toLowerCase())
  return parsed.success ? parsed.data : null
}

/** The level that was set last, for every door. */
export async function readStoredLevel({ preferences }: Pick<Store, 'preferences'>): Promise<LogLevel> {
  const parsed = logLevelSchema.safeParse((await preferences.all())[key])
  return parsed.success ? parsed.data : usualLevel
}

/** Keeps the level for every door. */
export async function keepLevel({ preferences }: Pick<Store, 'preferences'>, level: LogLevel): Promise<void> {
  await preferences.set(key, level)
}
