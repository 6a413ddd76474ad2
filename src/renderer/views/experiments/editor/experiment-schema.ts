import { z } from 'zod'
import { experimentFileSchema } from '../../../../shared/domain/experiment-file.ts'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'

/** The JSON Schema of an experiment as a person writes it: the one that is published, without what a machine knows. */
export const experimentSchema: JsonValue = z
  .json()
  .parse(JSON.parse(JSON.stringify(z.toJSONSchema(experimentFileSchema, { io: 'input' }))))
