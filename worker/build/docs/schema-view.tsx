/** A JSON Schema in words, with the keywords that the description of this API uses. */
import { type ComponentChildren, createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { Prose } from '../../pages/parts/shown-text.tsx';
import type { Schema } from '../openapi/schema.ts';

export const HrefOfSchema = createContext((name: string) => `#${name}`);

interface SchemaProps {
  readonly schema: Schema;
}

/** A schema within a sentence. The members of an object are listed below. */
export function SchemaView({ schema }: SchemaProps): VNode {
  const { $ref, const: constant, enum: values, anyOf, oneOf, items, prefixItems, properties, contentSchema } = schema;
  if (contentSchema !== undefined) {
    return (
      <>
        on each line, <SchemaView schema={contentSchema} />
      </>
    );
  }
  if ($ref !== undefined) return <Reference to={$ref} />;
  if (constant !== undefined) return <code>{JSON.stringify(constant)}</code>;
  if (values !== undefined) return <Values values={values} />;
  if (oneOf?.every((choice) => choice.properties?.kind?.const !== undefined)) return <Kinds schemas={oneOf} />;
  // `{}` is anything, which says nothing.
  const choices = (anyOf ?? oneOf)?.filter((choice) => Object.keys(choice).length > 0);
  if (choices !== undefined) return <>{joinedSchemas(choices, ' or ')}</>;
  if (prefixItems !== undefined) return <>[{joinedSchemas(prefixItems, ', ')}]</>;
  if (items) {
    return (
      <>
        a list of <SchemaView schema={items} />
      </>
    );
  }
  if (properties !== undefined) return <Members schema={schema} />;
  return <span class="type">{typeInWords(schema)}</span>;
}

function Reference({ to }: { readonly to: string }): VNode {
  const name = to.slice(to.lastIndexOf('/') + 1);
  return <a href={useContext(HrefOfSchema)(name)}>{name}</a>;
}

/** How many values of an enumeration are shown. Longer lists would fill a screen, so they are folded. */
const MOST_VALUES = 12;

function Values({ values }: { readonly values: readonly unknown[] }): VNode {
  const list = values.map((value, index) => (
    <>
      {index > 0 && ', '}
      <code>{String(value)}</code>
    </>
  ));
  if (values.length <= MOST_VALUES) return <span class="type">{list}</span>;
  return (
    <details>
      <summary>one of {values.length}</summary>
      {list}
    </details>
  );
}

const joinedSchemas = (schemas: readonly Schema[], word: string): readonly VNode[] =>
  schemas.map((schema, index) => (
    <>
      {index > 0 && word}
      <SchemaView schema={schema} />
    </>
  ));

/** Objects that differ by their member `kind`: first the members that all share, then those of each kind. */
function Kinds({ schemas }: { readonly schemas: readonly Schema[] }): VNode {
  const [first, ...others] = schemas.map(({ properties = {} }) => properties);
  const isShared = ([name, member]: readonly [string, Schema]) =>
    others.every((other) => JSON.stringify(other[name]) === JSON.stringify(member));
  const shared = Object.fromEntries(Object.entries(first ?? {}).filter(isShared));
  return (
    <>
      <Members schema={{ ...schemas[0], properties: shared }} />
      {schemas.map((schema) => (
        <details class="kind">
          <summary>
            <code>{`"kind": ${JSON.stringify(schema.properties?.kind?.const)}`}</code>
          </summary>
          <Members schema={schema} except={shared} />
        </details>
      ))}
    </>
  );
}

interface SchemaMembersProps extends SchemaProps {
  /** Members that are listed elsewhere. */
  readonly except?: Readonly<Record<string, Schema>>;
}

/** The members of an object, with those of its parts. */
function Members({ schema: { properties = {}, required = [] }, except = {} }: SchemaMembersProps): VNode {
  const own = Object.entries(properties).filter(([name]) => !Object.hasOwn(except, name));
  return (
    <dl class="details members">
      {own.map(([name, member]) => (
        <Term name={name} qualifier={required.includes(name) ? undefined : 'optional'}>
          <SchemaView schema={member} />
          {member.description !== undefined && (
            <>
              {' '}
              <Prose text={member.description} />
            </>
          )}
        </Term>
      ))}
    </dl>
  );
}

interface TermProps {
  readonly name: string;
  readonly qualifier?: string | undefined;
  readonly id?: string;
  readonly children: ComponentChildren;
}

/** An entry of a list of details. */
export function Term({ name, qualifier, id, children }: TermProps): VNode {
  return (
    <div id={id}>
      <dt>
        <code>{name}</code>
        {qualifier !== undefined && <span class="qualifier">{qualifier}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Type, format and bounds, in words. */
function typeInWords({ type, format, minimum, maximum, contentEncoding, default: defaultValue }: Schema): string {
  const words = [
    type,
    format,
    contentEncoding,
    minimum === undefined ? undefined : `at least ${minimum}`,
    maximum === undefined ? undefined : `at most ${maximum}`,
    defaultValue === undefined ? undefined : `default ${defaultValue}`,
  ];
  return words.filter((word) => word !== undefined).join(', ');
}
