/** What names an experiment file. */
export const fileHelp = 'an experiment file (YAML), such as those in examples/'
/** What names an experiment. */
export const experimentHelp = 'id, name, beginning of a name, or the file that it was started from'
/** What names the tasks of an experiment. */
export const tasksHelp =
  'tasks to run on instead of those of the file: folders, files, ids or quoted patterns'
