import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** A test that failed, or an error outside of tests. */
export type Failure = { readonly name: string; readonly message: string }

const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
})

const errorSchema = z.object({
  message: z.string().default(''),
  snippet: z.string().default(''),
  location: z.object({ file: z.string(), line: z.number() }).optional(),
})
const specSchema = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ status: z.string(), errors: z.array(errorSchema) })),
    }),
  ),
})
type Suite = {
  readonly title: string
  readonly specs: readonly z.output<typeof specSchema>[]
  readonly suites: readonly Suite[]
}
const suiteSchema: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(specSchema).default([]),
  get suites() {
    return z.array(suiteSchema).default([])
  },
})
const playwrightSchema = z.object({ suites: z.array(suiteSchema), errors: z.array(errorSchema) })

/** What failed by Vitest's JSON report, files that could not be loaded included. None where it is no report. */
export function readVitestFailures(text: string, folder: string): readonly Failure[] {
  const { testResults } = parse(vitestSchema, text) ?? { testResults: [] }
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name)
    if (status === 'failed' && assertionResults.length === 0) return [failureOf(file, [message])]
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => failureOf(`${file} > ${fullName}`, failureMessages))
  })
}

/** What failed by Playwright's JSON report, errors outside of tests first. None where it is no report. */
export function readPlaywrightFailures(text: string, folder: string): readonly Failure[] {
  const { suites, errors } = parse(playwrightSchema, text) ?? { suites: [], errors: [] }
  const textOf = ({ message, snippet, location }: z.output<typeof errorSchema>): string =>
    [message, location && `at ${relative(folder, location.file)}:${location.line}`, snippet]
      .filter(Boolean)
      .join('\n')
  const inSuite = ({ title, specs, suites: inner }: Suite, path: readonly string[]): readonly Failure[] => {
    const here = [...path, title]
    const own = specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => {
          const name = `[${projectName}] ${[...here, spec.title].join(' > ')}`
          return failureOf(
            name,
            results.flatMap((result) => result.errors.map(textOf)),
          )
        }),
    )
    return [...own, ...inner.flatMap((suite) => inSuite(suite, here))]
  }
  return [
    ...errors.map((error) => failureOf('outside of tests', [textOf(error)])),
    ...suites.flatMap((suite) => inSuite(suite, [])),
  ]
}

function failureOf(name: string, messages: readonly string[]): Failure {
  return { name, message: stripVTControlCharacters(messages.join('\n')).trim() }
}

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
