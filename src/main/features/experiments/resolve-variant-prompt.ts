import { stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import type { ResolvedMethod } from '../../kernel/method.ts'
import { FileFailure } from '../../platform/files/file-failure.ts'
import { readFileBytes } from '../../platform/files/read-file.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { overrideSettings } from '../methods/resolve-method.ts'
import { requirePromptSetting, resolvePrompt } from '../prompts/resolve-prompt.ts'

/** A method that asks with the prompt, and what the prompt is called. */
export type VariantPrompt = {
  readonly method: ResolvedMethod
  readonly reference: NonNullable<PlannedVariant['prompt']>
}

const longestBytes = 2 ** 20

/**
 * The prompt that a variant names: a file where there is one, relative to `basePath`, else one of the library by id,
 * name or the beginning of either, with or without `@version`. Throws a `Problem` where it is neither, or where the provider takes none.
 */
export async function resolveVariantPrompt(
  { store, access }: Pick<CoreServices, 'store' | 'access'>,
  prompt: string,
  method: ResolvedMethod,
  basePath: string | undefined,
): Promise<VariantPrompt> {
  const setting = requirePromptSetting(method.method, prompt)
  const path = findPromptPath(prompt, basePath)
  const found = path === null ? null : await readPrompt(access, path)
  if (found !== null)
    return { method: overrideSettings(method, { [setting]: found }), reference: { file: prompt } }
  const [, promptId = prompt, version] = /^(.+?)(?:@(\d+))?$/.exec(prompt) ?? []
  try {
    const wanted = { promptId, ...(version === undefined ? {} : { version: Number(version) }) }
    const { settings, reference } = await resolvePrompt(store, { prompt: wanted }, method.method)
    if (reference !== null) return { method: overrideSettings(method, settings), reference }
  } catch (error) {
    const isMissing = error instanceof Problem && error.code === 'not-found'
    if (!isMissing || path === null || version !== undefined) throw error
  }
  throw new Problem({
    code: 'not-found',
    message: `There is no file ${path} and no prompt ${prompt} in the library`,
    where: prompt,
    hint: '`dewpoint prompts list` shows the prompts.',
  })
}

function findPromptPath(prompt: string, basePath: string | undefined): string | null {
  if (isAbsolute(prompt)) return prompt
  return basePath !== undefined && isAbsolute(basePath) ? resolve(basePath, prompt) : null
}

/** Null where there is no such file, or none that this door may read. */
async function readPrompt(access: CoreServices['access'], wanted: string): Promise<string | null> {
  const path = findAllowedPath(access, wanted)
  const found = path === null ? undefined : await stat(path).catch(() => undefined)
  // A folder may have the name of a prompt in the library.
  if (path === null || found === undefined || found.isDirectory()) return null
  const bytes = await readFileBytes(path, longestBytes).catch((cause: unknown) => {
    if (!(cause instanceof FileFailure)) throw cause
    if (cause.code === 'too-large') throw createUnusableProblem(wanted, 'too-large', 'is larger than 1 MB')
    if (cause.code === 'not-a-file')
      throw createUnusableProblem(wanted, 'unreadable', 'is no ordinary file', cause)
    throw createUnusableProblem(wanted, 'unreadable', 'cannot be read', cause)
  })
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text.includes('\uFFFD') || text.includes('\0'))
    throw createUnusableProblem(wanted, 'unreadable', 'is no UTF-8 text')
  if (text.trim() === '') throw createUnusableProblem(wanted, 'bad-input', 'is empty')
  return text
}

function findAllowedPath(access: CoreServices['access'], path: string): string | null {
  try {
    return access.resolve({ kind: 'path', path })
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

function createUnusableProblem(where: string, code: Problem['code'], what: string, cause?: unknown): Problem {
  return new Problem({
    code,
    message: `The prompt file ${what}`,
    where,
    hint: 'A prompt is a text file of up to 1 MB.',
    cause,
  })
}
