import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.archive.url.WaybackURLKeyMaker;

/** Keys of webarchive-commons: a line of JSON for each URL, and one for each key. */
public class Keys {
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    StringBuilder output = new StringBuilder();
    for (String line; (line = lines.readLine()) != null; ) output.append(answerTo(read(line))).append('\n');
    System.out.print(output);
  }

  private static String answerTo(String url) {
    try {
      return written(new WaybackURLKeyMaker().makeKey(url));
    } catch (Exception error) {
      return "null";
    }
  }

  /** Reads a string of JSON that JSON.stringify wrote. */
  private static String read(String json) {
    StringBuilder text = new StringBuilder();
    for (int index = 1; index < json.length() - 1; index++) {
      char character = json.charAt(index);
      if (character != '\\') {
        text.append(character);
        continue;
      }
      char escape = json.charAt(++index);
      if (escape == 'u') {
        text.append((char) Integer.parseInt(json.substring(index + 1, index + 5), 16));
        index += 4;
      } else {
        int control = "bfnrt".indexOf(escape);
        text.append(control == -1 ? escape : "\b\f\n\r\t".charAt(control));
      }
    }
    return text.toString();
  }

  private static String written(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char unit : text.toCharArray()) json.append(String.format("\\u%04x", (int) unit));
    return json.append('"').toString();
  }
}
