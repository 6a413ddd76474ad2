import { parseJson } from '../../../shared/kernel/json-values.ts'
import { settingsSchema, type Settings } from '../../../shared/methods/provider-types.ts'
import { readFileText } from '../../platform/files/read-file.ts'
import { CliFailure } from '../cli-failure.ts'

/** In bytes; no settings come near to it. */
const longestFile = 1_000_000

/** The settings in a JSON file at an absolute path. Throws a `FileFailure` or a `CliFailure` that says what is wrong with it. */
export async function readSettingsFile(path: string): Promise<Settings> {
  const text = await readFileText(path, longestFile)
  try {
    return settingsSchema.parse(parseJson(text))
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
