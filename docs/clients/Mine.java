// A program for Ludoteca: chooses the legal move that gains most. See ../protocol.md.
// javac Mine.java
import java.util.*;

public class Mine {
    // Reads JSON: an object as a Map, a list as a List, the rest as its text.
    static Object read(Scanner at) {
        if (at.findWithinHorizon("\\G[\\s,:]*\\{", 0) != null) {
            var object = new HashMap<String, Object>();
            while (at.findWithinHorizon("\\G[\\s,]*\\}", 0) == null) object.put((String) read(at), read(at));
            return object;
        }
        if (at.findWithinHorizon("\\G[\\s,:]*\\[", 0) != null) {
            var list = new ArrayList<Object>();
            while (at.findWithinHorizon("\\G[\\s,]*\\]", 0) == null) list.add(read(at));
            return list;
        }
        if (at.findWithinHorizon("\\G[\\s,:]*\"((?:[^\"\\\\]|\\\\.)*)\"", 0) != null)
            return at.match().group(1).replaceAll("\\\\(.)", "$1");
        at.findWithinHorizon("\\G[\\s,:]*([^\\s,\\]}]+)", 0);
        return at.match().group(1);
    }

    // A move, and why.
    static String choose(Map<?, ?> request) {
        var best = (String) ((List<?>) request.get("moves")).get(0);
        int most = Integer.MIN_VALUE;
        for (Object each : (List<?>) request.get("facts")) {
            var fact = (List<?>) each;
            if (!fact.get(0).equals("gain") || !fact.get(2).equals(request.get("seat"))) continue;
            int gain = Integer.parseInt((String) fact.get(3));
            if (gain > most) { most = gain; best = (String) fact.get(1); }
        }
        return "{\"move\": \"" + best + "\", \"because\": \"no move gains more\"}";
    }

    public static void main(String[] words) {
        for (var lines = new Scanner(System.in); lines.hasNextLine(); ) {
            var request = (Map<?, ?>) read(new Scanner(lines.nextLine()));
            String answer = request.get("do").equals("choose") ? choose(request) : "\"ready\"";
            System.out.println("{\"id\": \"" + request.get("id") + "\", \"done\": " + answer + "}");
        }
    }
}
