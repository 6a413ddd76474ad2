import { explainMissingKey, spentDayText } from '../../../shared/team/queue-words.ts'
import type { Needs } from '../../platform/queue/runs.ts'
import type { CoreServices } from '../common/core-services.ts'
import type { OwnLimit } from './own-limit.ts'
import { hasKey, findSharedIdentities } from './queue-plan.ts'
import type { WorkerRun } from './worker-place.ts'

type ObstacleServices = Pick<CoreServices, 'store' | 'models' | 'arms'> & { readonly ownLimit: OwnLimit }

/** Why this machine cannot do what needs some models and arms; a sentence, empty where it can. */
export async function findObstacle(
  { store, models, arms, ownLimit }: ObstacleServices,
  { body }: WorkerRun,
  needs: Needs,
): Promise<string> {
  const wanted = Object.entries(needs.profiles)
  if (wanted.length > 0) {
    if (await ownLimit.isReached()) return spentDayText
    const own = await findSharedIdentities({ store, models }, body.plan)
    for (const [id, identity] of wanted) {
      const profile = await store.profiles.get(id)
      if (profile === null) return `this machine has no profile ${id}.`
      if (own.get(id) !== identity)
        return `the profile ${id} of this machine is another model, or has other prices.`
      const { obstacle, key } = await models.describe(profile)
      if (obstacle !== '') return `${id}: ${obstacle}`
      if (needs.keys.includes(id) && !hasKey(key)) return explainMissingKey(id, key.variables)
    }
  }
  for (const { id, providerId, providerVersion, settings } of body.plan.variants) {
    if (!needs.arms.includes(id)) continue
    const refusal = await arms.findRefusal(providerId, settings)
    if (refusal !== null) return refusal
    const identity = await arms.identify(providerId, settings)
    if (!providerVersion.includes(identity))
      return `the method of the variant ${id} is another version on this machine (${identity}).`
  }
  return ''
}
