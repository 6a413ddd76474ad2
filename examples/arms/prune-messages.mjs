/*
 * An external arm that wraps the AI SDK's `pruneMessages`: `node prune-messages.mjs <folder>`, where the folder has the
 * package `ai` in its `node_modules`. Format: ai-sdk. The settings are those of pruneMessages.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder = '.'] = process.argv.slice(2)
const require = createRequire(join(folder, 'package.json'))
const { pruneMessages } = require('ai')
const { version } = require('ai/package.json')
const { messages, settings } = JSON.parse(readFileSync(0, 'utf8'))

process.stdout.write(
  JSON.stringify({
    messages: pruneMessages({ ...settings, messages }),
    notes: [`ai@${version}`],
    usage: { costUsd: 0 },
  }),
)
