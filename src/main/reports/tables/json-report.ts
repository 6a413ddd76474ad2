import { experimentExportSchema, type ExperimentExport } from '../../../shared/domain/experiment.ts'

/** Everything about an experiment, to be read in again; fields stand in the order of the schema. */
export function jsonReport(experiment: ExperimentExport): string {
  return `${JSON.stringify(experimentExportSchema.parse(experiment), null, 2)}\n`
}
