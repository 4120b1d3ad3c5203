/** The settings by their names, for documents, errors and the platforms that hand them to the Worker. */
import * as v from 'valibot';
import type { About, SettingKind } from './setting.ts';
import { settings } from './settings.ts';

/** A row of the table of settings. */
interface SettingRow extends About {
  readonly kind: SettingKind;
  /** The property of the environment, or the part of one. */
  readonly property: string;
  readonly schema: v.GenericSchema;
}

/** Every setting by its name. */
export const settingsTable: ReadonlyMap<string, SettingRow> = new Map(
  Object.entries(settings).map(([property, schema]) => {
    const about = v.getMetadata(schema);
    return [about.name, { ...about, property, schema }];
  }),
);
