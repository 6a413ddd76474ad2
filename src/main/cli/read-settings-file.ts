import { readFile } from 'node:fs/promises'
import { settingsSchema, type Settings } from '../../shared/domain/provider.ts'
import { CliFailure } from './cli-failure.ts'

/** The settings in a JSON file at an absolute path. Throws a `CliFailure` that says what is wrong with it. */
export async function readSettingsFile(path: string): Promise<Settings> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CliFailure({
      message: 'The settings file could not be read.',
      where: path,
      hint: 'Check the path.',
      cause,
    })
  })
  try {
    return settingsSchema.parse(JSON.parse(text))
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? cause.message : 'it must hold one JSON object'
    throw new CliFailure({
      message: `The settings file is not usable: ${reason}.`,
      where: path,
      hint: '`dewpoint presets --json` shows settings to start from.',
      cause,
    })
  }
}
