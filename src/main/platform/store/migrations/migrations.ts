import { firstTables } from './001-first-tables.ts'
import { models } from './002-models.ts'
import { presetsAndPins } from './003-presets-and-pins.ts'
import { experiments } from './004-experiments.ts'
import { library } from './005-library.ts'
import { surveys } from './006-surveys.ts'
import { openedTasks } from './007-opened-tasks.ts'
import { replays } from './008-replays.ts'
import { claims } from './009-claims.ts'
import { surveyModels } from './010-survey-models.ts'
import { parents } from './011-parents.ts'
import { workspaces } from './012-workspaces.ts'
import { callTasks } from './013-call-tasks.ts'
import { runQualities } from './014-run-qualities.ts'
import { runScales } from './015-run-scales.ts'
import { ownedCallsAndKeyPermits } from './016-owned-calls-and-key-permits.ts'
import { readers } from './017-readers.ts'
import { sessionKeys } from './018-session-keys.ts'
import { derivedCosts } from './019-derived-costs.ts'
import { firstCalls } from './020-first-calls.ts'
import { surveyCaches } from './021-survey-caches.ts'
import { armPermits } from './022-arm-permits.ts'
import { surveyCacheBreaks } from './023-survey-cache-breaks.ts'
import { measuredArms } from './024-measured-arms.ts'
import { runCuts } from './025-run-cuts.ts'
import { writtenSessions } from './026-written-sessions.ts'
import { writtenSettings } from './027-written-settings.ts'
import { bookedElsewhere } from './028-booked-elsewhere.ts'
import { packedCells } from './029-packed-cells.ts'
import { bookedPerhaps } from './030-booked-perhaps.ts'
import { foreignThings } from './031-foreign-things.ts'
import { unpricedRequests } from './032-unpriced-requests.ts'
import { noLikelihood } from './033-no-likelihood.ts'
import { noRatings } from './034-no-ratings.ts'
import { pinnedFacts } from './035-pinned-facts.ts'
import type { Migration } from './migration.ts'

/** Every step in ascending order of version. */
export const migrations: readonly Migration[] = [
  firstTables,
  models,
  presetsAndPins,
  experiments,
  library,
  surveys,
  openedTasks,
  replays,
  claims,
  surveyModels,
  parents,
  workspaces,
  callTasks,
  runQualities,
  runScales,
  ownedCallsAndKeyPermits,
  readers,
  sessionKeys,
  derivedCosts,
  firstCalls,
  surveyCaches,
  armPermits,
  surveyCacheBreaks,
  measuredArms,
  runCuts,
  writtenSessions,
  writtenSettings,
  bookedElsewhere,
  packedCells,
  bookedPerhaps,
  foreignThings,
  unpricedRequests,
  noLikelihood,
  noRatings,
  pinnedFacts,
]
