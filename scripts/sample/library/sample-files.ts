import { writeClaudeCode } from './formats/claude-code.ts'
import { writeClineSdk } from './formats/cline-sdk.ts'
import { writeCodex } from './formats/codex.ts'
import { writeCopilotCli } from './formats/copilot-cli.ts'
import { writeGeminiCli } from './formats/gemini-cli.ts'
import { writeOpenCode } from './formats/opencode.ts'
import { writePi } from './formats/pi.ts'
import { writeQwenCode } from './formats/qwen-code.ts'
import { writeRoo } from './formats/roo.ts'
import type { SampleFiles, Writer } from './formats/shared.ts'
import { playStory } from './play-story.ts'
import { atlasUpgrade } from './stories/atlas-upgrade.ts'
import { ferryTimetable } from './stories/ferry-timetable.ts'
import { harvestInvoices } from './stories/harvest-invoices.ts'
import { ledgerlineImport } from './stories/ledgerline-import.ts'
import { lumenLanguages } from './stories/lumen-languages.ts'
import { postboxRace } from './stories/postbox-race.ts'
import { quarryBackfill } from './stories/quarry-backfill.ts'
import { relayLatency } from './stories/relay-latency.ts'
import { seedbankModels } from './stories/seedbank-models.ts'
import { tidewatchExport } from './stories/tidewatch-export.ts'
import { tidewatchSummerTime } from './stories/tidewatch-summer-time.ts'
import { trailmapAccess } from './stories/trailmap-access.ts'
import type { AgentName, Story } from './story.ts'

export const stories: readonly Story[] = [
  tidewatchSummerTime,
  tidewatchExport,
  postboxRace,
  ledgerlineImport,
  relayLatency,
  trailmapAccess,
  seedbankModels,
  quarryBackfill,
  lumenLanguages,
  ferryTimetable,
  harvestInvoices,
  atlasUpgrade,
]

const writers: Readonly<Record<AgentName, Writer>> = {
  'claude-code': writeClaudeCode,
  codex: writeCodex,
  opencode: writeOpenCode,
  pi: writePi,
  'gemini-cli': writeGeminiCli,
  'qwen-code': writeQwenCode,
  'cline-sdk': writeClineSdk,
  'copilot-cli': writeCopilotCli,
  roo: writeRoo,
}

/** All files of the sample library by their path, as text; the same on every machine and every day. */
export function sampleLibraryFiles(): SampleFiles {
  return new Map(stories.flatMap((story) => [...writeStory(story)]))
}

/** The files of one story, as its agent would have written them. */
export function writeStory(story: Story): SampleFiles {
  return writers[story.agent](playStory(story))
}
