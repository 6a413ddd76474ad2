import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { importTask } from '../import-task.ts'
import { messagesSentBy } from '../testing/sent-by.ts'
import { sourceOfText } from '../testing/source-of-text.ts'
import { requests } from './requests.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/request-log')

const countBlocks = (messages: readonly Message[], type: string): number =>
  messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter((one) => one.type === type).length

describe.skipIf(!existsSync(data))('logs of real requests', () => {
  it.each([
    // What each conversation sent by its calls; calls and results among its messages; input and output tokens in all.
    [
      'charmbracelet__crush__deepseek-parallel_tool_calls/parallel_tool_calls.yaml',
      [
        [1, 1],
        [2, 5],
      ],
      2,
      2,
    ],
    [
      'docker__docker-agent__MultiAgent_SessionReload/TestRuntime_MultiAgent_SessionReload.yaml',
      [[1, 3, 5], [1]],
      1,
      1,
    ],
    ['pydantic__pydantic-ai__complex_agent_run/test_complex_agent_run.yaml', [[1, 4, 6]], 4, 3],
    [
      'pydantic__pydantic-ai__anthropic_compaction_usage_with_cache/test_anthropic_compaction_usage_with_cache.yaml',
      [[1]],
      0,
      0,
    ],
    [
      'pydantic__pydantic-ai__anthropic_text_ahead_of_tool_call/test_anthropic_text_parts_ahead_of_built_in_tool_call.yaml',
      [[1], [1], [1], [1]],
      0,
      0,
    ],
  ])('%s', async (name, lengths, calls, results) => {
    const path = join(data, name)
    const heads = (await requests.sessions?.list(sourceOfText(name, readFileSync(path, 'utf8'), null))) ?? []
    const paths = heads.length === 0 ? [path] : heads.map(({ key }) => `${path}#${key}`)
    const tasks = await Promise.all(paths.map((one) => importTask(one)))
    const sent = tasks.map((task) => messagesSentBy(task).map((messages) => messages.length))
    expect(sent.toSorted((a, b) => b.length - a.length)).toEqual(
      lengths.toSorted((a, b) => b.length - a.length),
    )
    const messages = tasks.flatMap((task) => task.messages)
    expect([countBlocks(messages, 'tool_use'), countBlocks(messages, 'tool_result')]).toEqual([
      calls,
      results,
    ])
    for (const { usage, contexts } of tasks) {
      expect(usage.requests.every(({ tokensIn = 0, tokensOut = 0 }) => tokensIn > 0 && tokensOut > 0)).toBe(
        true,
      )
      expect(contexts?.requests.every(({ answer }) => answer !== null)).toBe(true)
    }
  })

  it('hold what each call of OpenHands cost', async () => {
    const folder = 'OpenHands__software-agent-sdk__deepseek-non-function-calling'
    const path = join(data, folder, 'litellm_proxy__deepseek__deepseek-chat-1757015076.651.json')
    const task = await importTask(path)
    expect(task.usage.requests).toMatchObject([
      { tokensIn: 180, cacheReads: 9024, tokensOut: 79, costUsd: 0.00076718, ts: 1_757_015_076_652 },
    ])
    expect(messagesSentBy(task).map((messages) => messages.length)).toEqual([7])
  })

  it.each([
    [
      'cline__cline__nock-read-file/read-file.json',
      /recorded without what it sent \(and 1 more call likewise\)/,
    ],
    ['Arize-ai__openinference__bedrock-agent-har-a/recording.har', /no request to a model/],
  ])('%s tells why it cannot be read', async (name, reason) => {
    await expect(importTask(join(data, name))).rejects.toThrow(reason)
  })
})
