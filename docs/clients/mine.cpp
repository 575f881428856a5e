// A program for Ludoteca: chooses the legal move that gains most. See ../protocol.md.
// g++ -std=c++17 -O2 -o mine mine.cpp
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
// A JSON value: the text of a string, number or word, or the items of a list; an object lists names and values in turn.
struct Json {
    std::string text;
    std::vector<Json> items;
    const Json& operator[](const std::string& name) const {
        for (size_t n = 0; n + 1 < items.size(); n += 2)
            if (items[n].text == name) return items[n + 1];
        throw std::runtime_error("there is no " + name);
    }
};

Json read(const char*& at) {
    Json value;
    if (*at == '{' || *at == '[') {
        for (++at; *at != '}' && *at != ']'; value.items.push_back(read(at))) {}
        ++at;
    } else if (*at == '"') {
        for (++at; *at != '"'; ++at) value.text += *at == '\\' ? *++at : *at;
        ++at;
    } else {
        while (*at && *at != ',' && *at != '}' && *at != ']') value.text += *at++;
    }
    while (*at == ' ' || *at == ',' || *at == ':') ++at;
    return value;
}

int main() {
    for (std::string line; std::getline(std::cin, line); ) {
        const char* at = line.c_str();
        Json request = read(at);
        std::string answer = "\"ready\"", move;
        int most = -1000000;
        if (request["do"].text == "choose") {
            move = request["moves"].items[0].text;
            for (const Json& fact : request["facts"].items)
                if (fact.items[0].text == "gain" && fact.items[2].text == request["seat"].text
                    && std::stoi(fact.items[3].text) > most)
                    most = std::stoi(fact.items[3].text), move = fact.items[1].text;
            answer = "{\"move\": \"" + move + "\", \"because\": \"no move gains more\"}";
        }
        std::cout << "{\"id\": \"" << request["id"].text << "\", \"done\": " << answer << "}" << std::endl;
    }
}
